/** An answer to a request that reached no server: JSON-RPC without an id, as the transport has it. */
export function httpError(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
}

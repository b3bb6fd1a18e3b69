/** Names of files in which the tools keep keys, tokens and addresses. */
const SECRET =
  /^(\.?auth(-key)?|\.?credentials|oauth_creds|google_accounts|users?|\.?env(\..*)?|secrets?|mcp-oauth.*)(\.(json|ya?ml|toml))?$/i

/** Whether a file may hold secrets of a person: it is never opened, whatever folder it stands in. */
export function isSecretFile(name: string): boolean {
  return SECRET.test(name) || /\.(pem|key)$/i.test(name)
}

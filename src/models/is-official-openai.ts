/** Whether a base URL is OpenAI's own; every other server speaks chat completions. */
export function isOfficialOpenai(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === 'api.openai.com'
}

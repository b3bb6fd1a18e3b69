/** Whoever speaks over stdin and stdout: the person whose home it is. */
export const localPrincipal = 'local'

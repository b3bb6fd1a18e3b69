/** Messages of turns that the worker said are on the disk and that are not among what is there; see `saidMessages`. */
export function unkept(contents: Iterable<string>, stdout: string): readonly string[] {
  const heads = new Set(Array.from(contents, (content) => content.split(' ').slice(0, 2).join(' ')))
  return [...stdout.matchAll(/^said (\S+)\n/gm)]
    .flatMap(([, word]) => [`${word} 0`, `${word} 1`])
    .filter((head) => !heads.has(head))
}

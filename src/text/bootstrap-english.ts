/** What is said of bootstrap files, in English; part of the catalogue. Names and paths go in as they are. */
export const bootstrapEnglish = {
  /** What the person is asked to allow. */
  question: (names: string, folder: string): string => `tell the model what is in ${names} of ${folder}`,
  told: (names: string): string => `The model is told what is in ${names}.`,
  changed: (names: string): string => `${names} changed: what counts is the new text.`,
  gone: (names: string): string => `${names} no longer counts.`,
  leftOut: (names: string, folder: string): string =>
    `${names} in ${folder} left out: you have not allowed it; --allow bootstrap does.`,
  cut: (name: string): string => `${name} is long, and was cut.`,
  binary: (path: string): string => `${path} was left out: it is a binary file.`,
  notUtf8: (path: string): string => `${path} was left out: it is not UTF-8 text.`,
  trouble: (path: string, reason: string): string => `${path} was left out: ${reason}.`,

  heading: 'Bootstrap files, told to the model in this order:',
  none: 'Bootstrap files: none.',
  off: 'Bootstrap files: off.',
  yours: 'yours',
  trust: {
    always: 'of the project, allowed',
    never: 'of the project, left out: you said never',
    unasked: 'of the project, you will be asked',
  },
  bytes: (count: number): string => `${count.toLocaleString('en-US')} bytes`,
  cutTo: (count: number): string => `cut to ${count.toLocaleString('en-US')}`,
}

export type BootstrapText = typeof bootstrapEnglish

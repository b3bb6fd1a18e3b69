import type { BootstrapText } from './bootstrap-english.ts'

/** What is said of bootstrap files, in Brazilian Portuguese. */
export const bootstrapBrazilianPortuguese: BootstrapText = {
  question: (names, folder) => `dizer ao modelo o que está em ${names} de ${folder}`,
  told: (names) => `O modelo recebe o que está em ${names}.`,
  changed: (names) => `${names}: mudou, e vale o texto novo.`,
  gone: (names) => `${names}: não vale mais.`,
  leftOut: (names, folder) =>
    `${names} de ${folder}: ficou de fora, pois você não permitiu; --allow bootstrap permite.`,
  cut: (name) => `${name} é longo, e foi cortado.`,
  binary: (path) => `${path} ficou de fora: é um arquivo binário.`,
  notUtf8: (path) => `${path} ficou de fora: não é texto em UTF-8.`,
  trouble: (path, reason) => `${path} ficou de fora: ${reason}.`,

  heading: 'Arquivos de bootstrap, ditos ao modelo nesta ordem:',
  none: 'Arquivos de bootstrap: nenhum.',
  off: 'Arquivos de bootstrap: desligados.',
  yours: 'seu',
  trust: {
    always: 'do projeto, permitido',
    never: 'do projeto, fica de fora: você disse nunca',
    unasked: 'do projeto, a ser perguntado',
  },
  bytes: (count) => `${count.toLocaleString('pt-BR')} bytes`,
  cutTo: (count) => `cortado em ${count.toLocaleString('pt-BR')}`,
}

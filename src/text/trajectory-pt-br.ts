import type { TrajectoryText } from './trajectory-english.ts'

/** What is said of trajectories, in Brazilian Portuguese. */
export const trajectoryBrazilianPortuguese: TrajectoryText = {
  usage: 'Uso: /export [ONDE] [--format jsonl|sharegpt|md]',
  nothing: 'Nada foi dito ainda.',
  existsHint: 'Escolha outro nome; /export não escreve por cima de nada.',
}

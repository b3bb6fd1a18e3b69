/** What is said of trajectories, in English; part of the catalogue. */
export const trajectoryEnglish = {
  usage: 'Usage: /export [PATH] [--format jsonl|sharegpt|md]',
  nothing: 'Nothing has been said yet.',
  existsHint: 'Choose another name; /export writes over nothing.',
}

export type TrajectoryText = typeof trajectoryEnglish

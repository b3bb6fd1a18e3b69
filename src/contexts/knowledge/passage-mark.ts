/**
 * Eight hex digits that change when documents are cut in another way than before, told from samples: a document whose
 * passages were found by another way of cutting is looked at again. The test beside it says when it is to be changed, and
 * to what.
 */
export function passageMark(): string {
  return 'd8787404'
}

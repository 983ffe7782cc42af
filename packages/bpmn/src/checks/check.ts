import type { Finding } from '../problems.ts'
import type { ModelIndex } from '../query.ts'

/** A check of a model. It returns every breach of one rule, with the id of the element. */
export type Check = (index: ModelIndex) => Iterable<Finding>

import type { Finding } from '../problems.ts'
import type { ModelIndex } from '../query.ts'

/** One rule about a model. It tells every breach, each with the id of the element that has it. */
export type Check = (index: ModelIndex) => Iterable<Finding>

import { oneOf, type ValueOf } from './codec.ts'

/** What somebody did when a task changed, as history calls it: to the task, or to the instance that it belongs to. */
export const taskOperation = oneOf(
  'Activate',
  'Assign',
  'Candidates',
  'Claim',
  'Delegate',
  'Migrate',
  'Resolve',
  'SetOwner',
  'SetPriority',
  'Suspend',
  'Unclaim',
  'Update',
)

export type TaskOperation = ValueOf<typeof taskOperation>

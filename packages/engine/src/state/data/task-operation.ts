import { oneOf, type ValueOf } from './codec.ts'

/** The operation in history that changed a task or its instance. */
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

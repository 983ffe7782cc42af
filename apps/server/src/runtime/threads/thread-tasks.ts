import type { TaskContext, TaskHandlers } from '../../platform/threads/serve-tasks.ts'
import { readDecisions, readProcess } from '../definitions/read-model.ts'
import { type ModelFiles, readFiles } from '../deploy/read-files.ts'
import { decide } from './decide-task.ts'

/** What threads do, by kind. Input and output are copied: plain data. */
export const threadTasks = {
  decide,
  readFiles: (input: ModelFiles, { place }: TaskContext) => readFiles(input, place.mark),
  readProcess,
  readDecisions,
} satisfies TaskHandlers

export type ThreadTasks = typeof threadTasks

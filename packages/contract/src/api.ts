import { categoryCalls } from './categories.ts'
import { deploymentCalls } from './deployments.ts'
import { fileCalls } from './files.ts'
import { processCalls } from './processes.ts'
import { taskCalls } from './tasks.ts'

/** Every call of the product by subject: what the browser's client takes, and what the server must answer. */
export const api = {
  categories: categoryCalls,
  deployments: deploymentCalls,
  files: fileCalls,
  processes: processCalls,
  tasks: taskCalls,
} as const

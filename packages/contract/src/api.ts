import { aboutCalls } from './about.ts'
import { authCalls } from './auth.ts'
import { categoryCalls } from './categories.ts'
import { deploymentCalls } from './deployments.ts'
import { fileCalls } from './files.ts'
import { processCalls } from './processes.ts'
import { sampleCalls } from './samples.ts'
import { taskCalls } from './tasks.ts'
import { shellCalls } from './users.ts'

/** Every call of the product by subject: what the browser's client takes, and what the server must answer. */
export const api = {
  about: aboutCalls,
  auth: authCalls,
  categories: categoryCalls,
  deployments: deploymentCalls,
  files: fileCalls,
  processes: processCalls,
  shell: shellCalls,
  samples: sampleCalls,
  tasks: taskCalls,
} as const

import { batch } from './batch.ts'
import { directory } from './directory.ts'
import type { JobHandler, JobKind } from './job-handler.ts'
import { listener } from './listener.ts'
import { mail } from './mail.ts'
import { maintenance } from './maintenance.ts'
import { moveIn } from './move-in.ts'
import { packageImport } from './package-import.ts'
import { simulation } from './simulation.ts'
import { step } from './step.ts'
import { suspension } from './suspension.ts'
import { userChange } from './user-change.ts'
import { userImport } from './user-import.ts'
import { work } from './work.ts'

/** The handlers of jobs by kind. */
export const handlers = {
  before: step,
  after: step,
  runs: step,
  timer: step,
  timeout: step,
  start: step,
  delivery: step,
  work,
  mail,
  batch,
  package: packageImport,
  'move-in': moveIn,
  'user-import': userImport,
  'user-change': userChange,
  directory,
  listener,
  suspension,
  simulation,
  maintenance,
} satisfies Record<JobKind, JobHandler>

/** The kinds of jobs that this version can execute. A newer server may have more. */
export const jobKinds = Object.keys(handlers) as readonly JobKind[]

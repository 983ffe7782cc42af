import { aboutCalls } from './about.ts'
import { accountCalls } from './account.ts'
import { authCalls } from './auth.ts'
import { bindingCalls } from './bindings.ts'
import { calendarCalls } from './calendars.ts'
import { categoryCalls } from './categories.ts'
import { customViewCalls } from './custom-views.ts'
import { deploymentCalls } from './deployments.ts'
import { fileCalls } from './files.ts'
import { iconCalls } from './icons.ts'
import { processCalls } from './processes.ts'
import { profileCalls } from './profile.ts'
import { sampleCalls } from './samples.ts'
import { standaloneCalls } from './standalone.ts'
import { taskCalls } from './tasks.ts'
import { themeCalls } from './themes.ts'
import { shellCalls, userCalls } from './users.ts'

/** Every call of the product by subject: what the browser's client takes, and what the server must answer. */
export const api = {
  about: aboutCalls,
  account: accountCalls,
  auth: authCalls,
  bindings: bindingCalls,
  calendars: calendarCalls,
  categories: categoryCalls,
  customViews: customViewCalls,
  deployments: deploymentCalls,
  files: fileCalls,
  icons: iconCalls,
  processes: processCalls,
  profile: profileCalls,
  shell: shellCalls,
  samples: sampleCalls,
  standalone: standaloneCalls,
  tasks: taskCalls,
  themes: themeCalls,
  users: userCalls,
} as const

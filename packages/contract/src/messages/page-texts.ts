import { icons, themes } from './appearance.ts'
import {
  bindings,
  candidateState,
  deployment,
  deployments,
  diagram,
  instance,
  obstacle,
  openTasks,
  processes,
} from './engine.ts'
import { list } from './list.ts'
import { outcomes } from './outcomes.ts'
import { profile } from './profile.ts'
import { scopes } from './scopes.ts'
import { users } from './users.ts'

/** Texts of the pages beyond Home and the tasks: the browser loads them with the first such page. */
export const pageTexts = {
  bindings,
  candidateState,
  deployment,
  deployments,
  diagram,
  icons,
  instance,
  list,
  obstacle,
  openTasks,
  outcomes,
  processes,
  profile,
  scopes,
  themes,
  users,
} as const

import { icons, themes } from './appearance.ts'
import { deployment, deployments, diagram, instance, processes } from './engine.ts'
import { list } from './list.ts'
import { outcomes } from './outcomes.ts'
import { profile } from './profile.ts'
import { users } from './users.ts'

/** Texts of the pages beyond Home and the tasks: the browser loads them with the first such page. */
export const pageTexts = {
  deployment,
  deployments,
  diagram,
  icons,
  instance,
  list,
  outcomes,
  processes,
  profile,
  themes,
  users,
} as const

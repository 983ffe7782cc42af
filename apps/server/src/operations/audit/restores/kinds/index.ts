import { type RestorableEntity, restorableEntities } from '@millrace/contract'
import type { RestorableKind } from '../restorable-kind.ts'
import { appDecision } from './app-decision.ts'
import { appProcess } from './app-process.ts'
import { application } from './application.ts'
import { businessCalendar } from './business-calendar.ts'
import { category } from './category.ts'
import { dataList } from './data-list.ts'
import { directory } from './directory.ts'
import { emailTemplate } from './email-template.ts'
import { externalAdapter } from './external-adapter.ts'
import { externalApi } from './external-api.ts'
import { externalConnection } from './external-connection.ts'
import { externalListener } from './external-listener.ts'
import { externalSystem } from './external-system.ts'
import { filter } from './filter.ts'
import { form } from './form.ts'
import { globalProperty } from './global-property.ts'
import { group } from './group.ts'
import { groupMember } from './group-member.ts'
import { hierarchy } from './hierarchy.ts'
import { listView } from './list-view.ts'
import { ownRole } from './own-role.ts'
import { packageSource } from './package-source.ts'
import { roleDescription } from './role-description.ts'
import { setting } from './setting.ts'
import { siteTheme } from './site-theme.ts'
import { systemTemplate } from './system-template.ts'
import { tenant } from './tenant.ts'
import { theme } from './theme.ts'
import { user } from './user.ts'
import { userProfile } from './user-profile.ts'
import { userProperty } from './user-property.ts'

/** The kinds of entities that are restored from the audit, by their names in it. */
export const restorableKinds: Readonly<Record<RestorableEntity, RestorableKind>> = {
  'app-decision': appDecision,
  'app-process': appProcess,
  application,
  'business-calendar': businessCalendar,
  category,
  'data-list': dataList,
  directory,
  'email-template': emailTemplate,
  'external-adapter': externalAdapter,
  'external-api': externalApi,
  'external-connection': externalConnection,
  'external-listener': externalListener,
  'external-system': externalSystem,
  filter,
  form,
  'global-property': globalProperty,
  group,
  'group-member': groupMember,
  hierarchy,
  'list-view': listView,
  'own-role': ownRole,
  'package-source': packageSource,
  'role-description': roleDescription,
  setting,
  'site-theme': siteTheme,
  'system-template': systemTemplate,
  tenant,
  theme,
  user,
  'user-profile': userProfile,
  'user-property': userProperty,
}

/** Returns whether entities of a kind can be restored from the audit. */
export function isRestorable(entity: string): entity is RestorableEntity {
  const names: readonly string[] = restorableEntities
  return names.includes(entity)
}

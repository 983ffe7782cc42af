import type { PackageKindName } from '@millrace/contract'
import type { PackageKind } from '../package-kind.ts'
import { adapter } from './adapter.ts'
import { application } from './application.ts'
import { category } from './category.ts'
import { connection } from './connection.ts'
import { dataList } from './data-list.ts'
import { decision } from './decision.ts'
import { emailTemplate } from './email-template.ts'
import { externalApi } from './external-api.ts'
import { externalSystem } from './external-system.ts'
import { feed } from './feed.ts'
import { formOfApplication, formTemplate } from './form.ts'
import { globalProperty } from './global-property.ts'
import { group } from './group.ts'
import { listener } from './listener.ts'
import { ownRole } from './own-role.ts'
import { process } from './process.ts'
import { theme } from './theme.ts'

/** The kinds of items in packages, in the order in which an import writes them: owners first. */
export const packageKinds = {
  theme,
  group,
  category,
  globalProperty,
  emailTemplate,
  dataList,
  externalSystem,
  connection,
  externalApi,
  adapter,
  listener,
  feed,
  formTemplate,
  application,
  form: formOfApplication,
  decision,
  process,
  ownRole,
} as const satisfies Record<PackageKindName, PackageKind>

/** The names of all kinds, in the order of the list of kinds. */
export const packageKindNames = Object.keys(packageKinds) as PackageKindName[]

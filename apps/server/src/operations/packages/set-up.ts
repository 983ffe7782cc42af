import { connectionSettings, type PackageSetUp } from '@millrace/contract'
import { listOtherSecrets, takesSecret } from '../external-systems/check-connection.ts'
import { kindOf } from './find-items.ts'
import type { Missing } from './missing.ts'
import type { PackageItem } from './package-kind.ts'
import type { PlannedItem } from './plan.ts'

/** Lists the steps that an administrator has to take after an import, in a sensible order. */
export function listSetUp(
  planned: readonly Pick<PlannedItem, 'item' | 'existing' | 'result'>[],
  missing: Missing,
): Omit<PackageSetUp, 'id'>[] {
  const written = planned.filter(({ result }) => result !== 'same' && result !== 'refused')
  const secrets = written.flatMap(({ item, existing }) => {
    const message = secretMessage(item, existing?.content ?? null)
    return message === null ? [] : [entry(item, message)]
  })
  const absent = missing.items.map(({ kind, key, usedBy }) => ({
    kind,
    key,
    name: key,
    message: `Create ${kindOf(kind).one} with this ${namedBy[kind] ?? 'key'}: ${usedBy.slice(0, 3).join(', ')} ${usedBy.length === 1 ? 'uses' : 'use'} it.`,
  }))
  const deployed = written
    .filter(({ item }) => item.kind === 'process' || item.kind === 'decision' || item.kind === 'form')
    .map(({ item }) => ('application' in item.content ? String(item.content.application) : ''))
  const applications = [...new Set(deployed)].map((key) => {
    const item = planned.find((one) => one.item.kind === 'application' && one.item.key === key)?.item
    return {
      kind: 'application' as const,
      key,
      name: item?.name ?? key,
      message: 'Deploy the application: an import deploys nothing.',
    }
  })
  return [...secrets, ...absent, ...applications]
}

const namedBy: Readonly<Partial<Record<PackageItem['kind'], string>>> = {
  emailTemplate: 'name',
  category: 'name',
  externalSystem: 'name',
  connection: 'name',
  externalApi: 'name',
}

/** Secrets are never in a package. */
function secretMessage({ kind, content }: PackageItem, here: object | null): string | null {
  if (kind === 'globalProperty') {
    const isNew = here === null && 'isSecret' in content && content.isSecret === true
    return isNew ? 'Enter the secret value.' : null
  }
  if (kind !== 'connection' || !('settings' in content)) return null
  const settings = connectionSettings.parse(content.settings)
  const isOnServer =
    (settings.kind === 'file' && settings.place === 'local') ||
    (settings.kind === 'database' && settings.vendor === 'sqlite')
  if (isOnServer) return 'Check that the server may read the folder, and test the connection.'
  if (!takesSecret(settings) && listOtherSecrets(settings).length === 0) return null
  return here === null ? 'Enter the secret, and test the connection.' : 'Check the secret, and test the connection.'
}

function entry({ kind, key, name }: PackageItem, message: string): Omit<PackageSetUp, 'id'> {
  return { kind, key, name, message }
}

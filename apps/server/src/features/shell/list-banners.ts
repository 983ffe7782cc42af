import type { AnswerOf, shellCalls } from '@millrace/contract'
import type { InstallationValues } from '@millrace/contract/settings'
import type { Settings } from '../../platform/settings/settings.ts'

type Banners = AnswerOf<typeof shellCalls.init>['BANNERS']

/** Lists the banners of each page: the maintenance of the installation, then the banner of the workplace. */
export function listBanners(
  { 'banner.text': text, 'banner.kind': kind }: Settings,
  { 'maintenance.enabled': isInMaintenance, 'maintenance.text': reason }: InstallationValues,
): Banners {
  return [
    ...(isInMaintenance ? [{ kind: 'maintenance' as const, text: reason }] : []),
    ...(text === '' ? [] : [{ kind, text }]),
  ]
}

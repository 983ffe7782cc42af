import { defaultSettings, type WorkplaceValues, workplaceKeys } from '@millrace/contract/settings'

/** The limits in the licence of a workplace. Pages of licences set them. */
interface LicenceSettings {
  readonly 'licence.key': string | null
  readonly 'licence.applications': string | null
  /** YYYY-MM-DD */
  readonly 'licence.expiryDate': string | null
}

/** Settings of a workplace, by key. A secret is empty here: see `readSecret`. */
export type Settings = WorkplaceValues & LicenceSettings

export const defaultsOfWorkplace: Settings = {
  ...(Object.fromEntries(workplaceKeys.map((key) => [key, defaultSettings[key]])) as unknown as WorkplaceValues),
  'licence.key': null,
  'licence.applications': null,
  'licence.expiryDate': null,
}

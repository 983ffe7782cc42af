import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { unknownSetting } from '../settings/check-changes.ts'
import { refuseSettings } from '../settings/policy.ts'

/** Checks that the user may test single sign-on: an administrator of the default workplace. */
export function refuseSsoTest(
  { settings }: { readonly settings: Pick<InstallationSettings, 'defaultWorkplaceId'> },
  { user, workplaceId }: Request,
): Refusal | null {
  const isDefault = settings.defaultWorkplaceId() === workplaceId
  return refuseSettings(user) ?? (isDefault ? null : unknownSetting('sso.issuer'))
}

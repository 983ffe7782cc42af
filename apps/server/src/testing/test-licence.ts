import type { LicenceFacts } from '@millrace/contract'
import { writeLicence } from '../operations/licences/licence-file.ts'
import { createInstallationKey } from '../platform/auth/installation-key.ts'

/** The vendor whose licences the server of a test accepts. */
export const testVendor = createInstallationKey('the key of a vendor in tests')

/** Signs a licence of the test vendor. */
export function signLicence(facts: Partial<LicenceFacts> = {}): string {
  return writeLicence(
    {
      number: 'L-1',
      holder: 'Halden Works',
      applicationKeys: [],
      applications: 100,
      users: null,
      issuedOn: '2030-01-01',
      expiresOn: '2031-01-01',
      installation: null,
      ...facts,
    },
    testVendor.sign,
  )
}

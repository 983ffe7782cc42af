import { createClamdScanner } from './clamd.ts'
import { readClamdAddress } from './clamd-address.ts'
import type { Scanner } from './scanner.ts'

/**
 * Creates a virus scanner that always uses the clamd of the current settings. Without one, each file passes without
 * being read.
 *
 * @param addressNow returns the current address, as `readClamdAddress` reads it; empty for no scan.
 */
export function createCurrentScanner(addressNow: () => string): Scanner {
  return {
    scan: async (content) => {
      const text = addressNow()
      if (text === '') return { kind: 'clean' }
      const address = readClamdAddress(text)
      return address === null
        ? { kind: 'not-scanned', reason: 'the settings name no address of a clamd' }
        : createClamdScanner(address).scan(content)
    },
  }
}

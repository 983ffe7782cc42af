import { createClamdScanner } from './clamd.ts'
import { readClamdAddress } from './clamd-address.ts'
import type { Scanner } from './scanner.ts'

/**
 * Scans by the clamd that the settings name now. Without one each file passes, and nothing of it is read.
 *
 * @param addressNow as `readClamdAddress` reads it; empty: no scan.
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

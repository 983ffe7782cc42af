import { fileURLToPath } from 'node:url'
import { findOldPackages } from './find-old-packages.mjs'

const old = findOldPackages(fileURLToPath(new URL('../..', import.meta.url)))

// Said once before the tests: with other packages than they are written for, they would fail by the hundred.
if (old.length > 0) {
  const others = old.length === 1 ? '' : ` and ${old.length - 1} more`
  console.error(
    `Expected the packages in node_modules to be those of package-lock.json, but ${old[0]}${others} is missing or of another version: run npm ci`,
  )
  process.exit(1)
}

import { isNewEnough, oldestNode } from './oldest-node.mjs'

// Imported first by what tools load: whoever calls them without the launcher may have any Node.
if (!isNewEnough(process.versions.node)) {
  console.error(
    `Expected Node ${oldestNode} or newer for the tests, but this is ${process.versions.node}: run npm test, or npm run unit -- FILE for some, which find the right one`,
  )
  process.exit(1)
}

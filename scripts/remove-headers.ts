import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodePackages } from './launch/choose-node.mjs'
import { root } from './run-tool.ts'

/** After `npm ci`: removes what the packages with Node have for compiling programs in C, a third of their size. */
for (const name of Object.values(nodePackages))
  rmSync(join(root, 'node_modules', name, 'include'), { recursive: true, force: true })

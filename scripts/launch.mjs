import { chooseNode } from './launch/choose-node.mjs'
import { lookAround } from './launch/look-around.mjs'
import { runNode } from './launch/run-node.mjs'

/**
 * `node scripts/launch.mjs FILE [ARGUMENT …]`, with which every script of package.json begins: runs Node with the same
 * arguments, but a Node that the project runs on. Whatever Node the machine has only gets as far as this, so here and in
 * `launch/` stands plain JavaScript that every Node from 18 on understands.
 */
const choice = chooseNode(lookAround())
if (choice.node === null) {
  console.error(choice.refusal)
  process.exitCode = 1
} else {
  runNode(choice.node, process.argv.slice(2))
}

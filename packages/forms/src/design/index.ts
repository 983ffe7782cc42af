export { isFieldKey } from '../document/field-key.ts'
export {
  findMisplacement,
  findNodeKind,
  hasChildren,
  isNodeType,
  type NodeKind,
  nodeTypes,
  specsOf,
} from '../document/node-types.ts'
export { isExpressionText } from '../document/properties.ts'
export { isLocale } from '../document/read-settings.ts'
export { type Applied, applyCommand } from './apply-command.ts'
export * from './command-stack.ts'
export * from './commands.ts'
export * from './compare-documents.ts'
export * from './copy-nodes.ts'
export { childrenOf, type Design, type DesignNode, listIds, toDesign, toDocument, toTree } from './design.ts'

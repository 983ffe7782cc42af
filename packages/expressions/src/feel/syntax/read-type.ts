import { ANY, type FeelType, findBuiltinType } from '../types/feel-type.ts'
import { collapseName } from './names.ts'
import { childrenOf, getChild, type TreeNode } from './parse-tree.ts'
import type { Reader } from './reader.ts'

/** Reads a type in `instance of` or of a parameter; an undeclared type is reported and read as Any. */
export function readType(node: TreeNode, reader: Reader): FeelType {
  const type = childrenOf(node)[0]
  switch (type?.name) {
    case 'ListType': {
      const element = readType(getChild(type, 'Type'), reader)
      return { kind: reader.textOf(type).startsWith('range') ? 'range' : 'list', element }
    }
    case 'ContextType':
      return { kind: 'context', entries: Object.fromEntries(listEntries(type, reader)) }
    case 'FunctionType':
      return {
        kind: 'function',
        parameters: getChild(type, 'ArgumentTypes')
          .getChildren('ArgumentType')
          .map((argument) => readType(getChild(argument, 'Type'), reader)),
        result: readType(getChild(type, 'Type'), reader),
      }
    default:
      return findNamedType(node, reader)
  }
}

function listEntries(type: TreeNode, reader: Reader): [string, FeelType][] {
  return getChild(type, 'ContextEntryTypes')
    .getChildren('ContextEntryType')
    .map((entry) => [collapseName(reader.textOf(getChild(entry, 'Name'))), readType(getChild(entry, 'Type'), reader)])
}

function findNamedType(node: TreeNode, reader: Reader): FeelType {
  const name = collapseName(reader.textOf(node))
  const type = reader.findType(name) ?? findBuiltinType(name)
  if (type) return type
  reader.report(node, `Expected the name of a type, but “${name}” is none.`)
  return ANY
}

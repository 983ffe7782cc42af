import type { NodeType } from '@millrace/forms'
import { findNodeKind } from '@millrace/forms/design'
import { createElement } from 'react'
import { iconOf } from './icons.ts'

/** The icon of a type of node. It is decorative, because its name is beside it. */
export function TypeIcon({ type, size = 16 }: { type: NodeType; size?: number }) {
  return createElement(iconOf(type, findNodeKind(type) ?? 'field'), { size, stroke: 1.6, 'aria-hidden': true })
}

import { UnstyledButton } from '@mantine/core'
import type { NodeType } from '@millrace/forms'
import { findNodeKind } from '@millrace/forms/design'
import { type MouseEvent, useEffect, useRef } from 'react'
import { dragSource } from '../canvas/drag-data.ts'
import { nameType } from '../model/names.ts'
import { draggable } from '../scripts.ts'
import { insertNew } from '../store/actions.ts'
import { useStore } from '../store/use-designer.ts'
import classes from './palette.module.css'
import { TypeIcon } from './type-icon.tsx'

interface Props {
  readonly type: NodeType
  /** Puts the focus on the name of what was added by a press, so that it is typed at once. */
  readonly onName?: (() => void) | undefined
}

export function PaletteTile({ type, onName }: Props) {
  const store = useStore()
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (element.current === null) return
    return draggable({ element: element.current, getInitialData: () => dragSource({ kind: 'new', type }) })
  }, [type])
  const add = ({ detail }: MouseEvent) => {
    // By keys, the focus stays, for the next one.
    if (insertNew(store, type) && detail > 0 && findNodeKind(type) !== 'content') onName?.()
  }
  return (
    <UnstyledButton title={nameType(type)} ref={element} className={classes.tile} onClick={add} data-type={type}>
      <TypeIcon type={type} size={15} />
      <span>{nameType(type)}</span>
    </UnstyledButton>
  )
}

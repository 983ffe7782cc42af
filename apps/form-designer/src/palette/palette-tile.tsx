import { UnstyledButton } from '@mantine/core'
import type { NodeType } from '@millrace/forms'
import { useEffect, useRef } from 'react'
import { dragSource } from '../canvas/drag-data.ts'
import { nameType } from '../model/names.ts'
import { draggable } from '../scripts.ts'
import { insertNew } from '../store/actions.ts'
import { useStore } from '../store/use-designer.ts'
import classes from './palette.module.css'
import { TypeIcon } from './type-icon.tsx'

export function PaletteTile({ type }: { type: NodeType }) {
  const store = useStore()
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (element.current === null) return
    return draggable({ element: element.current, getInitialData: () => dragSource({ kind: 'new', type }) })
  }, [type])
  return (
    <UnstyledButton ref={element} className={classes.tile} onClick={() => insertNew(store, type)} data-type={type}>
      <TypeIcon type={type} size={15} />
      <span>{nameType(type)}</span>
    </UnstyledButton>
  )
}

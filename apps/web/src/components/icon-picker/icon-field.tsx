import { Button, Group, Modal, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { loadChunk } from '../../lib/load-chunk.ts'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { Icon } from '../icon/icon.tsx'

/** The picker with thousands of icons, loaded when it is first opened. */
const IconPicker = lazy(() => loadChunk(() => import('./icon-picker.tsx')))

interface Props {
  /** `icon:set`, or empty for none. */
  readonly value: string
  readonly isLocked: boolean
  /** The labels of the field and of its buttons. */
  readonly labels: { readonly field: string; readonly choose: string; readonly remove: string }
  /** Shown where there is none. */
  readonly fallback: ReactNode
  readonly onChange: (icon: string) => void
}

/** A field in which users choose an icon, for example of a process or category. */
export function IconField({ value, isLocked, labels, fallback, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <fieldset style={{ margin: 0, padding: 0, border: 0 }}>
      <Text component="legend" size="sm" fw={500}>
        {labels.field}
      </Text>
      <Group gap={8}>
        <Icon value={value || null} size={20} fallback={fallback} />
        <Button size="xs" disabled={isLocked} onClick={() => setOpen(true)}>
          {labels.choose}
        </Button>
        {value === '' || isLocked ? null : (
          <Button size="xs" onClick={() => onChange('')}>
            {labels.remove}
          </Button>
        )}
      </Group>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={labels.choose} size={432}>
        <Suspense fallback={<SkeletonRows count={7} height={42} />}>
          <IconPicker
            value={value || null}
            onChange={(icon) => {
              onChange(icon)
              setOpen(false)
            }}
          />
        </Suspense>
      </Modal>
    </fieldset>
  )
}

import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core'
import { findSafeHref } from '@millrace/forms'
import { type ReactNode, useState } from 'react'
import { formTexts } from '../form-texts.ts'

interface Props {
  readonly icon: ReactNode
  readonly tabIndex: number
  /** The address of the link at the text cursor; empty for none. */
  readonly href: string
  /** Null takes the link away. */
  onLink(href: string | null): void
}

/** A button that asks for the address of a link. */
export function LinkButton({ icon, tabIndex, href, onLink }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const link = () => {
    const safe = text.trim() === '' ? null : findSafeHref(text)
    if (safe === null && text.trim() !== '') return setWrong(true)
    setOpen(false)
    onLink(safe)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      trapFocus
      returnFocus
      position="bottom-start"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ActionIcon
          variant={href === '' ? 'subtle' : 'light'}
          color={href === '' ? 'gray' : undefined}
          size={28}
          tabIndex={tabIndex}
          aria-label={formTexts.formats.link}
          aria-pressed={href !== ''}
          onClick={() => {
            setText(href)
            setWrong(false)
            setOpen(!isOpen)
          }}
        >
          {icon}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Group align="end" gap={8}>
          <TextInput
            size="xs"
            label={formTexts.linkAddress}
            error={isWrong ? formTexts.linkWrong : undefined}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              link()
            }}
          />
          <Button size="xs" variant="default" onClick={link}>
            {formTexts.setLink}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

import IconCalendar from 'icon:calendar'
import { ActionIcon, Loader, Popover } from '@mantine/core'
import { useState } from 'react'
import { lazyPart } from '../../lazy-part/lazy-part.tsx'
import { formTexts } from '../form-texts.ts'
import type { DayPickerProps } from './day-picker.tsx'

const DayPicker = lazyPart(() => import('./day-picker.tsx'), {
  Instead: () => <Loader size="sm" />,
  isAwaited: () => true,
})

interface Props extends DayPickerProps {
  readonly fieldLabel: string
  readonly isDisabled: boolean
}

/** A button that opens a calendar beside a typed date, in a dialog. Closing returns the focus to the button. */
export function CalendarButton({ fieldLabel, isDisabled, onChoose, ...picker }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      // Where there is too little room below and above, it lies over its field.
      middlewares={{ flip: true, shift: { crossAxis: true } }}
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          disabled={isDisabled}
          aria-label={formTexts.openCalendar(fieldLabel)}
          onClick={() => setOpen(!isOpen)}
        >
          <IconCalendar size={16} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        data-mantine-stop-propagation="true"
        // A dialog around the field looks at the focused element: Escape closes only the calendar.
        onFocusCapture={(event) => event.target.setAttribute('data-mantine-stop-propagation', 'true')}
      >
        <DayPicker
          {...picker}
          onChoose={(day) => {
            onChoose(day)
            setOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

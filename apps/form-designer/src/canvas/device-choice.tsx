import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Device, devices } from './device.ts'

/** The choice of the width at which the canvas shows the form. */
export function DeviceChoice({ device, onChange }: { device: Device; onChange: (device: Device) => void }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('designer.devices.label')}
      value={device}
      onChange={onChange}
      data={devices.map((value) => ({ value, label: t(`designer.devices.${value}`) }))}
    />
  )
}

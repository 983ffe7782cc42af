import type { ComponentProps } from 'react'
import { Banner } from '../banner/banner.tsx'
import frame from './frame.module.css'

/** A message about the whole design, below the toolbar of its designer. */
export function Message(props: ComponentProps<typeof Banner>) {
  return (
    <div className={frame.message}>
      <Banner {...props} />
    </div>
  )
}

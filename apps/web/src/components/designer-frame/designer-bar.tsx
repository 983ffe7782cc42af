import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import bar from '../design-page/design-bar.module.css'
import frame from './frame.module.css'

interface Props {
  /** The link to the page of the design. */
  readonly back: ReactNode
  readonly name: string
  /** The version that is open, and whether it was changed. */
  readonly version: ReactNode
  readonly isChanged: boolean
  /** Takes what room there is; left out: nothing. */
  readonly state?: ReactNode
  /** Class names for designers with another layout. */
  readonly classNames?: { readonly bar?: string | undefined; readonly name?: string | undefined }
  /** Actions on the whole design. */
  readonly children: ReactNode
}

/** The bar of a designer: the name of the design, whether it is saved, and actions for the whole design. */
export function DesignerBar({ back, name, version, isChanged, state, classNames = {}, children }: Props) {
  return (
    <header className={join(bar.bar, classNames.bar)}>
      {back}
      <h1 className={join(bar.name, classNames.name)}>{name}</h1>
      <span className={frame.version} data-changed={isChanged || undefined}>
        {version}
      </span>
      {state ?? <span className={frame.space} />}
      {children}
    </header>
  )
}

interface SaveProps {
  readonly label: string
  readonly saving: { readonly isSaving: boolean; readonly save: () => void }
  readonly isDisabled: boolean
}

export function SaveButton({ label, saving, isDisabled }: SaveProps) {
  return (
    <Button size="xs" variant="filled" loading={saving.isSaving} disabled={isDisabled} onClick={() => saving.save()}>
      {label}
    </Button>
  )
}

function join(...classes: readonly (string | undefined)[]): string {
  return classes.filter((name) => name !== undefined).join(' ')
}

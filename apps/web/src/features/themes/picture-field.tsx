import { Button, FileButton, Input } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './themes.module.css'

interface Props {
  readonly kind: 'logo' | 'favicon'
  /** The address of the existing picture. */
  readonly saved: string | null
  /** Chosen, but not saved. */
  readonly chosen: File | null
  readonly isRemoving: boolean
  readonly onChoose: (file: File | null) => void
  readonly onRemove: () => void
}

const types = {
  logo: ['jpeg', 'jpg', 'png', 'svg', 'bmp'],
  favicon: ['jpeg', 'jpg', 'png', 'ico', 'bmp'],
} as const

/**
 * The field for the workplace's own logo or favicon, with preview, choice and removal. The server checks the file
 * again.
 */
export function PictureField({ kind, saved, chosen, isRemoving, onChoose, onRemove }: Props) {
  const { t } = useTranslation()
  const [fault, setFault] = useState<string | null>(null)
  const address = useAddress(chosen) ?? saved
  const choose = (file: File | null) => {
    if (file === null) return
    const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
    const isAllowed = (types[kind] as readonly string[]).includes(extension)
    const found = isAllowed
      ? file.size > limits.logo
        ? t('pageCatalogue.fileSize', { max: 0.5 })
        : null
      : t('pageCatalogue.fileType', { type: extension })
    setFault(found)
    onChoose(found === null ? file : null)
  }
  return (
    <Input.Wrapper
      label={t(`themes.${kind}`)}
      description={t(`themes.${kind}Help`)}
      error={fault}
      labelElement="div"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    >
      <div className={classes.picture}>
        <span className={classes.frame}>{address === null ? null : <img src={address} alt="" />}</span>
        <span className={classes.pictureName}>
          {chosen ? t('themes.newPicture', { name: chosen.name }) : saved === null ? t('themes.noPicture') : null}
        </span>
        <FileButton onChange={choose} accept={types[kind].map((type) => `.${type}`).join(',')}>
          {(props) => (
            <Button size="xs" {...props}>
              {t(kind === 'logo' ? 'themes.chooseLogo' : 'themes.chooseFavicon')}
            </Button>
          )}
        </FileButton>
        {saved === null ? null : (
          <Button size="xs" data-danger loading={isRemoving} onClick={onRemove}>
            {t(kind === 'logo' ? 'themes.removeLogo' : 'themes.removeFavicon')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

/** An address within the browser for a file that has not been sent. */
function useAddress(file: File | null): string | null {
  const address = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file])
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address])
  return address
}

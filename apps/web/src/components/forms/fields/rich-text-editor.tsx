import IconBold from 'icon:bold'
import IconH3 from 'icon:h-3'
import IconItalic from 'icon:italic'
import IconLink from 'icon:link'
import IconList from 'icon:list'
import IconListNumbers from 'icon:list-numbers'
import IconQuote from 'icon:quote'
import IconUnderline from 'icon:underline'
import { ActionIcon } from '@mantine/core'
import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { formTexts } from '../form-texts.ts'
import textClasses from '../rich-text.module.css'
import { LinkButton } from './link-button.tsx'
import classes from './rich-text-editor.module.css'

interface Props {
  /** The field's: its label and fault are found by it. */
  readonly id: string
  readonly html: string
  readonly placeholder: string | undefined
  readonly isRequired: boolean
  readonly isDisabled: boolean
  readonly isInvalid: boolean
  onChange(html: string): void
  onLeave(): void
}

/** The editor of rich text. The form checks its HTML like any other HTML, so security does not depend on the editor. */
export default function RichTextEditor(props: Props) {
  const { id, html, placeholder, isRequired, isDisabled, isInvalid, onLeave } = props
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, setTurn] = useState(0)
  const latest = useRef(props)
  const ground = useRef<HTMLDivElement>(null)
  const first = useRef(html)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const created = createEditor(ground.current, first.current, (next) => latest.current.onChange(next))
    created.on('transaction', () => setTurn((turn) => turn + 1))
    setEditor(created)
    return () => created.destroy()
  }, [])
  useEffect(() => {
    editor?.setEditable(!isDisabled, false)
    editor?.setOptions({ editorProps: { attributes: attributesOf({ id, isInvalid, isRequired, placeholder }) } })
  }, [editor, id, isDisabled, isInvalid, isRequired, placeholder])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only to know when the whole was left
    <div
      className={classes.editor}
      data-disabled={isDisabled || undefined}
      data-invalid={isInvalid || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
      }}
    >
      {editor === null || isDisabled ? null : <Tools editor={editor} />}
      <div ref={ground} className={`${classes.ground} ${textClasses.text}`} />
    </div>
  )
}

function createEditor(element: HTMLElement | null, content: string, onChange: (html: string) => void): Editor {
  return new Editor({
    element,
    content,
    // Styles come with the page: the content security policy allows none that a script writes.
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        heading: { levels: [3, 4] },
        codeBlock: false,
        horizontalRule: false,
        dropcursor: false,
        gapcursor: false,
        trailingNode: false,
        link: { openOnClick: false, autolink: true, protocols: ['mailto', 'tel'], defaultProtocol: 'https' },
      }),
    ],
    onUpdate: ({ editor }) => onChange(editor.isEmpty ? '' : editor.getHTML()),
  })
}

function attributesOf(props: Pick<Props, 'id' | 'isInvalid' | 'isRequired' | 'placeholder'>): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': `${props.id}-label`,
    ...(props.isRequired ? { 'aria-required': 'true' } : {}),
    ...(props.isInvalid ? { 'aria-invalid': 'true', 'aria-describedby': `${props.id}-error` } : {}),
    ...(props.placeholder === undefined ? {} : { 'aria-placeholder': props.placeholder }),
  }
}

/** The buttons above the text: one stop of the Tab key, and arrow keys between them. */
function Tools({ editor }: { editor: Editor }) {
  const tools = listTools(editor)
  const [current, setCurrent] = useState(0)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0 || !(event.target instanceof HTMLButtonElement)) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const next = (current + by + buttons.length) % buttons.length
    setCurrent(next)
    buttons[next]?.focus()
  }
  return (
    <div role="toolbar" aria-label={formTexts.formatting} className={classes.tools} onKeyDown={move}>
      {tools.map(({ name, icon, isOn, press }, index) => (
        <ActionIcon
          key={name}
          variant={isOn ? 'light' : 'subtle'}
          color={isOn ? undefined : 'gray'}
          size={28}
          tabIndex={index === current ? 0 : -1}
          aria-label={name}
          aria-pressed={isOn}
          // The selection stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setCurrent(index)
            press()
          }}
        >
          {icon}
        </ActionIcon>
      ))}
      <LinkButton
        tabIndex={current === tools.length ? 0 : -1}
        icon={<IconLink size={16} stroke={1.6} />}
        href={String(editor.getAttributes('link').href ?? '')}
        onLink={(href) => {
          const chain = editor.chain().focus().extendMarkRange('link')
          if (href === null) chain.unsetLink().run()
          else chain.setLink({ href }).run()
        }}
      />
    </div>
  )
}

interface Tool {
  readonly name: string
  readonly icon: ReactNode
  readonly isOn: boolean
  press(): void
}

function listTools(editor: Editor): Tool[] {
  const chain = () => editor.chain().focus()
  const { formats } = formTexts
  const size = { size: 16, stroke: 1.6 }
  return [
    {
      name: formats.bold,
      icon: <IconBold {...size} />,
      isOn: editor.isActive('bold'),
      press: () => chain().toggleBold().run(),
    },
    {
      name: formats.italic,
      icon: <IconItalic {...size} />,
      isOn: editor.isActive('italic'),
      press: () => chain().toggleItalic().run(),
    },
    {
      name: formats.underline,
      icon: <IconUnderline {...size} />,
      isOn: editor.isActive('underline'),
      press: () => chain().toggleUnderline().run(),
    },
    {
      name: formats.heading,
      icon: <IconH3 {...size} />,
      isOn: editor.isActive('heading'),
      press: () => chain().toggleHeading({ level: 3 }).run(),
    },
    {
      name: formats.list,
      icon: <IconList {...size} />,
      isOn: editor.isActive('bulletList'),
      press: () => chain().toggleBulletList().run(),
    },
    {
      name: formats.numbers,
      icon: <IconListNumbers {...size} />,
      isOn: editor.isActive('orderedList'),
      press: () => chain().toggleOrderedList().run(),
    },
    {
      name: formats.quote,
      icon: <IconQuote {...size} />,
      isOn: editor.isActive('blockquote'),
      press: () => chain().toggleBlockquote().run(),
    },
  ]
}

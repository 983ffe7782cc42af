/** Replaces comments by blanks, so that positions stay the same and checks ignore comments. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '))
}

const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g

/** Between two texts that become one: a plus, or a comma in a list that is joined. */
const joint = /^\s*[+,]\s*$/

/**
 * Lists the string and template literals of a file, with their expressions. Literals that are concatenated are also
 * listed as one text, without comments of SQL.
 */
export function listTexts(code: string): { index: number; content: string }[] {
  const texts: { index: number; content: string }[] = []
  let end = -1
  for (const { index, 0: found } of code.matchAll(literal)) {
    const content = found
      .slice(1, -1)
      .replaceAll(/\\[nrt]/g, ' ')
      .replaceAll(/--.*/g, ' ')
    const before = texts.at(-1)
    if (before !== undefined && joint.test(code.slice(end, index))) before.content += ` ${content}`
    else texts.push({ index, content })
    end = index + found.length
  }
  return texts
}

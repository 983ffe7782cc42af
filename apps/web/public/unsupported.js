// Loaded only by browsers without modules, which cannot run the program: Internet Explorer above all. Old words only.
// biome-ignore lint/complexity/useArrowFunction: these browsers know none
setTimeout(function () {
  var note = document.createElement('p')
  note.setAttribute('role', 'alert')
  note.style.cssText =
    'position:absolute;top:72px;left:50%;width:360px;margin-left:-180px;padding:16px;background:#fceede;color:#7e4b00;font:14px/20px sans-serif'
  note.appendChild(
    document.createTextNode(
      'Internet Explorer is not supported. Some functions may not work properly. Use another browser.',
    ),
  )
  document.body.appendChild(note)
}, 2000)

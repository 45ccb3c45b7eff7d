/** The style of /docs, as the explorer's: two schemes, the system's own letters. */
export const DOCS_STYLE: string = `
:root{color-scheme:light dark;--page:light-dark(#fff,#0e1116);--panel:light-dark(#f6f7f9,#171b22);--ink:light-dark(#14181f,#e8ebf0);--muted:light-dark(#545d6b,#a3acba);--line:light-dark(#dfe3e8,#272d37);--accent:light-dark(#0b5cad,#6cb2ff);font:14px/20px system-ui,sans-serif;background:var(--page);color:var(--ink)}
*{box-sizing:border-box}
body{margin:0;display:grid;grid-template-columns:300px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:16px;background:var(--panel);border-right:1px solid var(--line)}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:block;padding:3px 0;color:var(--ink);font-size:13px;overflow-wrap:anywhere}
nav h2{margin:14px 0 4px;font-size:12px;color:var(--muted)}
.brand{font-weight:700;font-size:16px;margin-right:12px}
main{padding:24px 32px 60px;max-width:980px;min-width:0}
h1{font-size:26px;line-height:32px;margin:0 0 8px}
main>section>h2{margin:40px 0 0;font-size:20px}
h3{margin:0;font-size:16px;line-height:24px;overflow-wrap:anywhere}
h4{margin:16px 0 4px;font-size:13px;color:var(--muted)}
p{margin:6px 0}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
p a,dd a,dt a{text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.method{display:inline-block;min-width:44px;font:600 11px/16px ui-monospace,Menlo,Consolas,monospace;text-transform:uppercase;color:var(--accent)}
.operation,.schema{margin-top:20px;padding:16px 20px;border:1px solid var(--line);border-radius:10px;scroll-margin-top:12px}
:target{border-color:var(--accent)}
.summary{font-size:15px}
.token{color:var(--muted);font-size:13px}
dl{margin:0}
dl dl{margin:4px 0 0 4px;padding-left:14px;border-left:1px solid var(--line)}
dl>div{padding:4px 0}
dt{overflow-wrap:anywhere}
dt span{color:var(--muted);font-size:13px}
dt b{font-size:12px;font-weight:600;color:light-dark(#a63a00,#ff9a5c)}
dd{margin:0 0 0 4px;color:var(--muted);font-size:13px;line-height:18px;overflow-wrap:anywhere}
code{font:12.5px/18px ui-monospace,Menlo,Consolas,monospace}
pre{margin:6px 0;padding:12px 14px;border-radius:8px;background:var(--panel);overflow:auto;max-height:440px}
summary{cursor:pointer;min-height:24px;margin-top:8px;font-weight:600;font-size:13px}
@media (max-width:800px){body{display:block}nav{position:static;height:auto;max-height:40vh;border:0;border-bottom:1px solid var(--line)}main{padding:16px}}
`

-- docs/book.lua - a filter of pandoc for `make book`: makes links of what chapters cite.
--
-- "docs/09" and "[0 bytes](00-bytes/README.md)" become links to the first heading of this file, and
-- "(1.9)" one to the formula with \tag{1.9}, which gets its number as text and as target.
local heading, target = {}, {} -- text of a heading, or what is cited -> "#identifier"

local function collect(doc)
    doc:walk {
        Header = function(h)
            heading[pandoc.utils.stringify(h)] = "#" .. h.identifier
        end,
        Math = function(m)
            local number = m.text:match("\\tag{(.-)}")
            if number then
                target["(" .. number .. ")"] = "#eq-" .. number
            end
        end
    }
    for _, path in ipairs(PANDOC_STATE.input_files) do
        local file = assert(io.open(path))
        local title = file:read():gsub("[#`] ?", "")
        file:close()
        target[path] = assert(heading[title], path .. ": the first line is no heading")
        target[path:match("^docs/%d+") or path] = target[path]
    end
end

local function cite(str)
    local before, name, after = str.text:match("^(.-)(docs/%d%d)(.*)$")
    if not name then
        before, name, after = str.text:match("^(.-)(%(%d+%.%d+%))(.*)$")
    end
    if name and target[name] then
        return {pandoc.Str(before), pandoc.Link(name, target[name]), pandoc.Str(after)}, false
    end
end

local function number(math)
    local formula, name = math.text:match("^(.-)%s*\\tag{(.-)}%s*$")
    if name then
        math.text = formula .. " \\qquad \\text{(" .. name .. ")}"
        return pandoc.Span(math, {id = "eq-" .. name}), false
    end
end

local function link(a)
    local path = a.target:gsub("#.*", "")
    if not a.target:match("^#") and not a.target:match("^%w+:") then
        a.target = target[path] or "../" .. a.target
    end
    return a, false
end

return {{Pandoc = collect}, {traverse = "topdown", Link = link, Math = number, Str = cite}}
